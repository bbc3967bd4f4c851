BEGIN TRANSACTION;
CREATE TABLE documents (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	id VARCHAR(200) NOT NULL, 
	reader VARCHAR(64) NOT NULL, 
	revision INTEGER NOT NULL, 
	content BLOB NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, kind, id)
);
CREATE TABLE entities (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(200) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	name TEXT NOT NULL, 
	facts TEXT NOT NULL, 
	source VARCHAR(20) NOT NULL, 
	seen INTEGER NOT NULL, 
	created VARCHAR(40) NOT NULL, 
	updated VARCHAR(40) NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, id)
);
CREATE TABLE entity_names (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	folded VARCHAR(200) NOT NULL, 
	entity_id VARCHAR(200) NOT NULL, 
	name TEXT NOT NULL, 
	source VARCHAR(20) NOT NULL, 
	seen INTEGER NOT NULL, 
	last_seen VARCHAR(40) NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, folded, entity_id), 
	FOREIGN KEY(scope_user, scope_project, entity_id) REFERENCES entities (scope_user, scope_project, id) ON DELETE CASCADE
);
CREATE TABLE failures (
	sequence INTEGER NOT NULL, 
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	run_id VARCHAR(64), 
	workflow_id VARCHAR(200), 
	workflow_version INTEGER, 
	task TEXT, 
	daw VARCHAR(100) NOT NULL, 
	step INTEGER, 
	action TEXT, 
	code VARCHAR(60), 
	reason TEXT NOT NULL, 
	expected TEXT, 
	observed TEXT, 
	failed_at VARCHAR(40) NOT NULL, 
	resolved_at VARCHAR(40), 
	PRIMARY KEY (sequence), 
	UNIQUE (id)
);
INSERT INTO "failures" VALUES(1,'local','default','local-r1','local-r1','sidechain',NULL,'duck the bass','practice',2,NULL,NULL,'There is no track “Kick”.',NULL,NULL,'2026-09-01T08:00:00+00:00','2026-09-01T12:00:00+00:00');
INSERT INTO "failures" VALUES(2,'local','default','local-r4','local-r4','parallel',NULL,'parallel please','practice',1,NULL,NULL,'The host went away.',NULL,NULL,'2026-09-01T11:00:00+00:00',NULL);
INSERT INTO "failures" VALUES(3,'studio','default','studio-r1','studio-r1','sidechain',NULL,'duck the bass','practice',2,NULL,NULL,'There is no track “Kick”.',NULL,NULL,'2026-09-01T08:00:00+00:00','2026-09-01T12:00:00+00:00');
INSERT INTO "failures" VALUES(4,'studio','default','studio-r4','studio-r4','parallel',NULL,'parallel please','practice',1,NULL,NULL,'The host went away.',NULL,NULL,'2026-09-01T11:00:00+00:00',NULL);
CREATE TABLE forgotten (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(200) NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, id)
);
INSERT INTO "forgotten" VALUES('local','default','old-seed');
INSERT INTO "forgotten" VALUES('studio','default','old-seed');
CREATE TABLE keyed_backups (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	ref VARCHAR(100) NOT NULL, 
	"key" VARCHAR(256) NOT NULL, 
	content TEXT NOT NULL, 
	content_sha256 VARCHAR(64) NOT NULL, 
	created VARCHAR(40) NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, id)
);
CREATE TABLE keyed_entries (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	ref VARCHAR(100) NOT NULL, 
	"key" VARCHAR(256) NOT NULL, 
	place INTEGER NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	content TEXT NOT NULL, 
	metadata TEXT, 
	tokens INTEGER NOT NULL, 
	summary BOOLEAN DEFAULT 0 NOT NULL, 
	created VARCHAR(40) NOT NULL, 
	used VARCHAR(40) NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, ref, "key", place), 
	FOREIGN KEY(scope_user, scope_project, ref, "key") REFERENCES keyed_keys (scope_user, scope_project, ref, "key") ON DELETE CASCADE
);
CREATE TABLE keyed_keys (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	ref VARCHAR(100) NOT NULL, 
	"key" VARCHAR(256) NOT NULL, 
	version INTEGER NOT NULL, 
	created VARCHAR(40) NOT NULL, 
	updated VARCHAR(40) NOT NULL, 
	expires VARCHAR(40), 
	flushed VARCHAR(40), 
	PRIMARY KEY (scope_user, scope_project, ref, "key")
);
CREATE TABLE links (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	from_kind VARCHAR(20) NOT NULL, 
	from_id VARCHAR(200) NOT NULL, 
	relation VARCHAR(30) NOT NULL, 
	to_kind VARCHAR(20) NOT NULL, 
	to_id VARCHAR(200) NOT NULL, 
	created VARCHAR(40) NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, from_kind, from_id, relation, to_kind, to_id)
);
CREATE TABLE notes (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(200) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	title TEXT NOT NULL, 
	text TEXT NOT NULL, 
	tags TEXT NOT NULL, 
	source VARCHAR(20) NOT NULL, 
	created VARCHAR(40) NOT NULL, 
	updated VARCHAR(40) NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, id)
);
CREATE TABLE removals (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(200) NOT NULL, 
	revision INTEGER NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, id)
);
CREATE TABLE revisions (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (scope_user, scope_project)
);
INSERT INTO "revisions" VALUES('local','default',7);
INSERT INTO "revisions" VALUES('studio','default',7);
CREATE TABLE runs (
	sequence INTEGER NOT NULL, 
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	workflow_id VARCHAR(200), 
	goal TEXT, 
	daw VARCHAR(100) NOT NULL, 
	project TEXT NOT NULL, 
	ok BOOLEAN NOT NULL, 
	failed_step INTEGER, 
	reason TEXT, 
	rolled_back BOOLEAN NOT NULL, 
	seconds FLOAT NOT NULL, 
	started VARCHAR(40) NOT NULL, 
	results TEXT NOT NULL, 
	inverse TEXT, 
	after_sha256 VARCHAR(64), 
	"after" TEXT, 
	undone_at VARCHAR(40), workflow_version INTEGER, trajectory_id VARCHAR(64), before_sha256 VARCHAR(64), 
	PRIMARY KEY (sequence), 
	UNIQUE (id)
);
INSERT INTO "runs" VALUES(1,'local','default','local-r1','sidechain','duck the bass','practice','',0,2,'There is no track “Kick”.',0,1.5,'2026-09-01T08:00:00+00:00','[]','[]',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "runs" VALUES(2,'local','default','local-r2','sidechain','duck the bass','practice','',1,NULL,NULL,0,1.5,'2026-09-01T09:00:00+00:00','[{"status": "verified"}]','[{"action": "set_tempo", "bpm": 120.0}]','80586b54d0d929d24b4a3d82ad1b339230ce0bf66d7731a22bfe1d812521b23c',NULL,'2026-11-22T02:57:53.333958+00:00',NULL,NULL,NULL);
INSERT INTO "runs" VALUES(3,'local','default','local-r3','tried','try it','practice','',1,NULL,NULL,0,1.5,'2026-09-01T10:00:00+00:00','[]','[]',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "runs" VALUES(4,'local','default','local-r4','parallel','parallel please','practice','',0,1,'The host went away.',0,1.5,'2026-09-01T11:00:00+00:00','[]',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "runs" VALUES(5,'local','default','local-r5','sidechain','duck the bass again','practice','',1,NULL,NULL,0,1.5,'2026-09-01T12:00:00+00:00','[]','[]',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "runs" VALUES(6,'studio','default','studio-r1','sidechain','duck the bass','practice','',0,2,'There is no track “Kick”.',0,1.5,'2026-09-01T08:00:00+00:00','[]','[]',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "runs" VALUES(7,'studio','default','studio-r2','sidechain','duck the bass','practice','',1,NULL,NULL,0,1.5,'2026-09-01T09:00:00+00:00','[{"status": "verified"}]','[{"action": "set_tempo", "bpm": 120.0}]','80586b54d0d929d24b4a3d82ad1b339230ce0bf66d7731a22bfe1d812521b23c',NULL,'2026-11-22T02:57:53.391546+00:00',NULL,NULL,NULL);
INSERT INTO "runs" VALUES(8,'studio','default','studio-r3','tried','try it','practice','',1,NULL,NULL,0,1.5,'2026-09-01T10:00:00+00:00','[]','[]',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "runs" VALUES(9,'studio','default','studio-r4','parallel','parallel please','practice','',0,1,'The host went away.',0,1.5,'2026-09-01T11:00:00+00:00','[]',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "runs" VALUES(10,'studio','default','studio-r5','sidechain','duck the bass again','practice','',1,NULL,NULL,0,1.5,'2026-09-01T12:00:00+00:00','[]','[]',NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	created VARCHAR(40) NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(2,'2026-11-22T02:57:53.296040+00:00');
CREATE TABLE tool_log (
	sequence INTEGER NOT NULL, 
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	run_id VARCHAR(64), 
	trajectory_id VARCHAR(64), 
	thread VARCHAR(200), 
	tool VARCHAR(100) NOT NULL, 
	arguments TEXT NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	result TEXT, 
	seconds FLOAT, 
	called_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (sequence), 
	UNIQUE (id)
);
CREATE TABLE trajectories (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	session TEXT NOT NULL, 
	project TEXT NOT NULL, 
	daw VARCHAR(100) NOT NULL, 
	goal TEXT, 
	outcome VARCHAR(10) NOT NULL, 
	started VARCHAR(40) NOT NULL, 
	actions TEXT NOT NULL, seconds FLOAT DEFAULT 0 NOT NULL, before_sha256 VARCHAR(64), after_sha256 VARCHAR(64), verdict VARCHAR(10), undone_at VARCHAR(40), 
	PRIMARY KEY (scope_user, scope_project, id)
);
INSERT INTO "trajectories" VALUES('local','default','t-1','a1','Practice','practice','parallel','success','2026-09-01T07:00:00Z','[{"t": 0.5, "origin": "user", "action": "set_mute", "track": "Kick", "on": true}, {"t": 4.75, "origin": "agent", "action": "set_mute", "track": "Kick", "on": false}]',4.75,NULL,NULL,NULL,NULL);
INSERT INTO "trajectories" VALUES('studio','default','t-1','a1','Practice','practice','parallel','success','2026-09-01T07:00:00Z','[{"t": 0.5, "origin": "user", "action": "set_mute", "track": "Kick", "on": true}, {"t": 4.75, "origin": "agent", "action": "set_mute", "track": "Kick", "on": false}]',4.75,NULL,NULL,NULL,NULL);
CREATE TABLE vector_sets (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	fingerprint VARCHAR(200) NOT NULL, 
	revision INTEGER NOT NULL, 
	count INTEGER NOT NULL, 
	signature VARCHAR(64) NOT NULL, 
	reached INTEGER NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, kind, fingerprint)
);
CREATE TABLE vectors (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	fingerprint VARCHAR(200) NOT NULL, 
	item_id VARCHAR(200) NOT NULL, 
	text_sha256 VARCHAR(64) NOT NULL, 
	vector BLOB NOT NULL, 
	revision INTEGER NOT NULL, 
	PRIMARY KEY (scope_user, scope_project, kind, fingerprint, item_id)
);
INSERT INTO "vectors" VALUES('local','default','workflow','minilm:1','sidechain','eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',X'000000000000803F0000004000004040',0);
INSERT INTO "vectors" VALUES('local','default','workflow','minilm:1','parallel','eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',X'0000803F000000400000404000008040',0);
INSERT INTO "vectors" VALUES('studio','default','workflow','minilm:1','sidechain','eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',X'000000000000803F0000004000004040',0);
INSERT INTO "vectors" VALUES('studio','default','workflow','minilm:1','parallel','eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',X'0000803F000000400000404000008040',0);
CREATE TABLE workflow_versions (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(200) NOT NULL, 
	version INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	content_sha256 VARCHAR(64) NOT NULL, 
	source VARCHAR(20) NOT NULL, 
	source_file TEXT, 
	source_sha256 VARCHAR(64), 
	trajectories TEXT NOT NULL, 
	created VARCHAR(40) NOT NULL, note TEXT, 
	PRIMARY KEY (scope_user, scope_project, id, version), 
	FOREIGN KEY(scope_user, scope_project, id) REFERENCES workflows (scope_user, scope_project, id) ON DELETE CASCADE
);
INSERT INTO "workflow_versions" VALUES('local','default','sidechain',1,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Duck the bass under the kick","title":"Duck the bass under the kick","workflow_name":"sidechain"}','0eb6734afbe9579f7133bd22f9abaf4e7a39001d3523c0e247a884c7c97f604e','seed','sidechain.yaml','abababababababababababababababababababababababababababababababab','[]','2026-11-22T02:57:53.310042+00:00',NULL);
INSERT INTO "workflow_versions" VALUES('local','default','parallel',1,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Parallel compression","title":"Parallel compression","workflow_name":"parallel"}','afc55eafd7f71bd42196bd75dd69a4b1b74d46bd8a372eccbc54222806b361d6','taught',NULL,NULL,'[]','2026-11-22T02:57:53.312578+00:00',NULL);
INSERT INTO "workflow_versions" VALUES('local','default','parallel',2,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Parallel compression on drums","title":"Parallel compression on drums","workflow_name":"parallel"}','37314b433aa963f5a14facc89ca33a29a60871a0e268a38d7d5512d0bfad1c63','taught',NULL,NULL,'["t-1"]','2026-11-22T02:57:53.318990+00:00',NULL);
INSERT INTO "workflow_versions" VALUES('local','default','found',1,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Found elsewhere","title":"Found elsewhere","workflow_name":"found"}','41fcf8e2630fc33e9a1b1145e60a0caaef18442cee7e4b420b94cfafb54e543f','imported',NULL,NULL,'[]','2026-11-22T02:57:53.320501+00:00',NULL);
INSERT INTO "workflow_versions" VALUES('local','default','tried',1,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Found elsewhere and tried","title":"Found elsewhere and tried","workflow_name":"tried"}','46a7f205b909ab41a66ca46dabf63f71aa2b8460ccecb3d0e3b982275b6b43bd','imported',NULL,NULL,'[]','2026-11-22T02:57:53.321537+00:00',NULL);
INSERT INTO "workflow_versions" VALUES('studio','default','sidechain',1,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Duck the bass under the kick","title":"Duck the bass under the kick","workflow_name":"sidechain"}','0eb6734afbe9579f7133bd22f9abaf4e7a39001d3523c0e247a884c7c97f604e','seed','sidechain.yaml','abababababababababababababababababababababababababababababababab','[]','2026-11-22T02:57:53.363056+00:00',NULL);
INSERT INTO "workflow_versions" VALUES('studio','default','parallel',1,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Parallel compression","title":"Parallel compression","workflow_name":"parallel"}','afc55eafd7f71bd42196bd75dd69a4b1b74d46bd8a372eccbc54222806b361d6','taught',NULL,NULL,'[]','2026-11-22T02:57:53.375082+00:00',NULL);
INSERT INTO "workflow_versions" VALUES('studio','default','parallel',2,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Parallel compression on drums","title":"Parallel compression on drums","workflow_name":"parallel"}','37314b433aa963f5a14facc89ca33a29a60871a0e268a38d7d5512d0bfad1c63','taught',NULL,NULL,'["t-1"]','2026-11-22T02:57:53.376830+00:00',NULL);
INSERT INTO "workflow_versions" VALUES('studio','default','found',1,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Found elsewhere","title":"Found elsewhere","workflow_name":"found"}','41fcf8e2630fc33e9a1b1145e60a0caaef18442cee7e4b420b94cfafb54e543f','imported',NULL,NULL,'[]','2026-11-22T02:57:53.377921+00:00',NULL);
INSERT INTO "workflow_versions" VALUES('studio','default','tried',1,'{"outcome":"Done.","result":"Done.","steps":[{"action":"set_tempo","bpm":120,"expected_output":"120 BPM","step_number":1}],"task":"Found elsewhere and tried","title":"Found elsewhere and tried","workflow_name":"tried"}','46a7f205b909ab41a66ca46dabf63f71aa2b8460ccecb3d0e3b982275b6b43bd','imported',NULL,NULL,'[]','2026-11-22T02:57:53.378793+00:00',NULL);
CREATE TABLE workflows (
	scope_user VARCHAR(200) NOT NULL, 
	scope_project VARCHAR(200) NOT NULL, 
	id VARCHAR(200) NOT NULL, 
	version INTEGER NOT NULL, revision INTEGER DEFAULT 0 NOT NULL, trusted BOOLEAN DEFAULT 1 NOT NULL, pinned BOOLEAN DEFAULT 0 NOT NULL, superseded_by VARCHAR(200), invalid_since VARCHAR(40), invalid_reason TEXT, 
	PRIMARY KEY (scope_user, scope_project, id)
);
INSERT INTO "workflows" VALUES('local','default','sidechain',1,7,1,0,NULL,NULL,NULL);
INSERT INTO "workflows" VALUES('local','default','parallel',2,7,1,0,NULL,NULL,NULL);
INSERT INTO "workflows" VALUES('local','default','found',1,7,0,0,NULL,NULL,NULL);
INSERT INTO "workflows" VALUES('local','default','tried',1,7,1,0,NULL,NULL,NULL);
INSERT INTO "workflows" VALUES('studio','default','sidechain',1,7,1,0,NULL,NULL,NULL);
INSERT INTO "workflows" VALUES('studio','default','parallel',2,7,1,0,NULL,NULL,NULL);
INSERT INTO "workflows" VALUES('studio','default','found',1,7,0,0,NULL,NULL,NULL);
INSERT INTO "workflows" VALUES('studio','default','tried',1,7,1,0,NULL,NULL,NULL);
CREATE INDEX runs_by_daw ON runs (scope_user, scope_project, daw, sequence);
CREATE INDEX runs_by_workflow ON runs (scope_user, scope_project, workflow_id);
CREATE INDEX trajectories_by_time ON trajectories (scope_user, scope_project, started);
CREATE INDEX workflows_by_revision ON workflows (scope_user, scope_project, revision);
CREATE INDEX failures_by_workflow ON failures (scope_user, scope_project, workflow_id);
CREATE INDEX tool_log_by_run ON tool_log (scope_user, scope_project, run_id);
CREATE INDEX links_back ON links (scope_user, scope_project, to_kind, to_id);
CREATE INDEX keyed_keys_by_expiry ON keyed_keys (expires);
CREATE INDEX vectors_by_revision ON vectors (scope_user, scope_project, kind, fingerprint, revision);
COMMIT;
