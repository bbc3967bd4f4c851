"""A workflow file that is right, and all the ways to get it wrong."""

from __future__ import annotations

GOOD = """\
workflow_name: louder
title: Louder
task: Make a track louder.
phrases: ["make the {{ target }} louder"]
slots:
  target:
    type: track
    ask: Which track?
  level:
    type: gain_db
    ask: How loud?
    default: 3 dB
preconditions:
  - {track: "{{ target }}", exists: true}
steps:
  - step_number: 1
    action: set_volume
    track: "{{ target }}"
    db: "{{ level }}"
    expected_output: "{{ target }} at {{ level }}."
postconditions:
  - {track: "{{ target }}", volume_db: "{{ level }}"}
outcome: A louder track.
result: "{{ target }} is louder."
"""

WRONG: dict[str, tuple[str, str, int, str, str]] = {
    "no id": ("workflow_name: louder\n", "", 1, "", "“workflow_name” is missing"),
    "an id with capitals": (
        "workflow_name: louder",
        "workflow_name: Louder",
        1,
        "workflow_name",
        "match pattern",
    ),
    "an unknown field": (
        "title: Louder",
        "title: Louder\nauthor: me",
        3,
        "author",
        "the fields are workflow_name, title",
    ),
    "a field written twice": ("title: Louder", "title: Louder\ntitle: Loud", 3, "title", "written twice"),
    "a source nobody can look up": (
        "result:",
        "sources:\n  - title: A book\nresult:",
        25,
        "sources[1]",
        "needs an address (https://…) or a page",
    ),
    "an address that is none": (
        "result:",
        "sources:\n  - title: A page\n    address: javascript:alert(1)\nresult:",
        26,
        "sources[1].address",
        "match pattern",
    ),
    "an unknown slot type": ("type: track", "type: trakc", 7, "slots.target.type", "'track', 'tracks'"),
    "a slot without a question": ("    ask: Which track?\n", "", 6, "slots.target", "“ask” is missing"),
    "an unknown field of a slot": (
        "    type: track",
        "    type: track\n    hint: x",
        8,
        "slots.target.hint",
        "the fields are type, ask",
    ),
    "a default that cannot be": (
        "default: 3 dB",
        "default: loud",
        12,
        "slots.level.default",
        "a level such as -6 dB",
    ),
    "a default out of range": (
        "default: 3 dB",
        "default: 3 dB\n    maximum: 0 dB",
        12,
        "slots.level.default",
        "to 0.0 dB",
    ),
    "an unknown role": (
        "ask: Which track?",
        "ask: Which track?\n    find: {role: kazoo}",
        9,
        "slots.target.find",
        "kick, snare",
    ),
    "a slot that nothing uses": (
        "slots:",
        "slots:\n  other: {type: text, ask: What?}",
        6,
        "slots.other",
        "no step or condition uses it",
    ),
    "a slot that is not declared": (
        'db: "{{ level }}"',
        'db: "{{ lovel }}"',
        19,
        "steps[1].db",
        "“lovel” is not declared",
    ),
    "a phrase with an unknown slot": (
        "make the {{ target }}",
        "make the {{ tarket }}",
        4,
        "phrases[1]",
        "“tarket” is not declared",
    ),
    "a choice without choices": ("type: gain_db", "type: choice", 9, "slots.level", "says its choices"),
    "a gap in the numbers": (
        "step_number: 1",
        "step_number: 2",
        16,
        "steps[1].step_number",
        "this one is 1, not 2",
    ),
    "a number that is none": (
        "step_number: 1",
        "step_number: one",
        16,
        "steps[1].step_number",
        "valid integer",
    ),
    "an unknown action": (
        "action: set_volume",
        "action: turn_up",
        17,
        "steps[1].action",
        "there is no action “turn_up”; the vocabulary is set_tempo",
    ),
    "a step without its field": (
        '    db: "{{ level }}"\n',
        "",
        16,
        "steps[1]",
        "set_volume needs the field “db”",
    ),
    "an unknown field of a step": (
        'db: "{{ level }}"',
        'db: "{{ level }}"\n    pan: 0',
        20,
        "steps[1].pan",
        "is not a field of set_volume; it has action, track, db",
    ),
    "a slot of the wrong type": (
        'db: "{{ level }}"',
        'db: "{{ target }}"',
        19,
        "steps[1].db",
        "valid number",
    ),
    "a value of the wrong type": ('db: "{{ level }}"', "db: loud", 19, "steps[1].db", "valid number"),
    "an item outside a repetition": (
        'db: "{{ level }}"',
        'db: "{{ item }}"',
        19,
        "steps[1].db",
        "only there in a step with for_each",
    ),
    "a repetition over no list": (
        "action: set_volume",
        "action: set_volume\n    for_each: target",
        18,
        "steps[1].for_each",
        "a slot of type tracks",
    ),
    "a postcondition of each of no list": (
        '{track: "{{ target }}", volume_db',
        '{for_each: target, track: "{{ item }}", volume_db',
        22,
        "postconditions[1].for_each",
        "a slot of type tracks",
    ),
    "an item in a postcondition of nothing": (
        '{track: "{{ target }}", volume_db',
        '{track: "{{ item }}", volume_db',
        22,
        "postconditions[1].track",
        "or a postcondition with it",
    ),
    "a precondition of each": (
        '{track: "{{ target }}", exists',
        '{for_each: target, track: "{{ target }}", exists',
        14,
        "preconditions[1].for_each",
        "does not go with track",
    ),
    "a hostile template": (
        '"{{ target }} at {{ level }}."',
        '"{{ target.__class__ }}"',
        20,
        "steps[1].expected_output",
        "may not (getattr)",
    ),
    "a template that does not end": (
        '"{{ target }} is louder."',
        '"{{ target is louder."',
        24,
        "result",
        "cannot be read",
    ),
    "a loop in a template": (
        '"{{ target }} is louder."',
        '"{% for x in y %}{% endfor %}"',
        24,
        "result",
        "may not (statements)",
    ),
    "an unknown condition": (
        "exists: true}",
        "louder: true}",
        14,
        "preconditions[1].louder",
        "does not go with track",
    ),
    "a condition about nothing": (
        '{track: "{{ target }}", volume_db',
        '{trak: "{{ target }}", volume_db',
        22,
        "postconditions[1].trak",
        "not something a condition can be about",
    ),
    "an unknown comparison": (
        'volume_db: "{{ level }}"}',
        "volume_db: {above: 3}}",
        22,
        "postconditions[1].volume_db.above",
        "the comparisons are equals, not, at_least",
    ),
    "no steps": ("steps:\n", "steps: []\nsteep:\n", 15, "steps", "at least 1 item"),
    "an alias": ("title: Louder", "title: &a Louder", 2, "", "anchors and aliases"),
    "a tag": ("title: Louder", "title: !!str Louder", 2, "", "tag"),
    "a tab": ("title: Louder", "\ttitle: Louder", 2, "", "not valid YAML"),
    "a bare template": (
        'track: "{{ target }}"\n    db',
        "track: {{ target }}\n    db",
        18,
        "steps[1].track",
        "quote “{{ … }}”",
    ),
}
"""What is replaced, by what, the line and field of the error, and words of its message."""
