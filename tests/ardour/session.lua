-- The session that the tests drive: the practice tracks, two busses that are fed by sends, ACE plug-ins on some
-- tracks, and a compressor on Bass that listens to Kick. Run once; `ORBIT_SESSION` is the folder to make.

local session = create_session(os.getenv("ORBIT_SESSION"), "practice", 48000)
assert(session, "the session could not be made")

local none, stereo, mono = nil, 2, 1
local function midi(name)
  local synth = ARDOUR.LuaAPI.new_plugin_info("https://community.ardour.org/node/7596", ARDOUR.PluginType.LV2)
  assert(not synth:isnil(), "ACE Reasonable Synth is not installed")
  session:new_midi_track(
    ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2), false,
    synth, none, none, 1, name, -1, ARDOUR.TrackMode.Normal, true)
end
local function audio(name)
  session:new_audio_track(mono, stereo, none, 1, name, -1, ARDOUR.TrackMode.Normal, true)
end
local function bus(name)
  session:new_audio_route(stereo, stereo, none, 1, name, ARDOUR.PresentationInfo.Flag.AudioBus, -1)
end

for _, track in ipairs {
  { midi, "Kick" }, { midi, "Snare" }, { midi, "Hats" }, { audio, "Percussion" }, { midi, "Bass" },
  { midi, "Keys" }, { midi, "Pad" }, { midi, "Lead Synth" }, { audio, "Guitar" }, { audio, "Lead Vox" },
  { audio, "Backing Vox" }, { audio, "FX" }, { bus, "A-Reverb" }, { bus, "B-Delay" },
} do track[1](track[2]) end

local function insert(track, uri)
  local made = ARDOUR.LuaAPI.new_plugin(session, uri, ARDOUR.PluginType.LV2, "")
  assert(not made:isnil(), uri .. " is not installed")
  assert(session:route_by_name(track):add_processor_by_index(made, -1, none, true) == 0)
  return made
end
insert("Bass", "urn:ardour:a-comp#stereo")
insert("Lead Vox", "urn:ardour:a-eq")
insert("Lead Vox", "urn:ardour:a-comp")
insert("A-Reverb", "urn:ardour:a-reverb")
insert("B-Delay", "urn:ardour:a-delay")

local function sends(to, names)
  local from = ARDOUR.RouteListPtr()
  for _, name in ipairs(names) do from:push_back(session:route_by_name(name)) end
  session:add_internal_sends(session:route_by_name(to), ARDOUR.Placement.PostFader, from)
end
sends("A-Reverb", { "Snare", "Keys", "Lead Vox" })
sends("B-Delay", { "Guitar", "Lead Vox" })

local bass, kick = session:route_by_name("Bass"), session:route_by_name("Kick")
local index, compressor = 0, none
repeat
  compressor = bass:nth_plugin(index)
  index = index + 1
until compressor:isnil() or compressor:display_name():find("Compressor")
assert(not compressor:isnil(), "the compressor is not on Bass")
assert(bass:add_sidechain(compressor))
local input = compressor:to_plugininsert():sidechain_input():nth(0):name()
local feed = ARDOUR.LuaAPI.new_send(session, kick, kick:amp())
assert(feed:to_ioprocessor():output():nth(0):connect(input) == 0)

session:save_state("", false, false, false, false, false)
close_session()
quit()
