// The talk button: held, it sends what the microphone hears and shows how loud it is; let go, it asks what was said.
const LONGEST_MS = 30000;
const FLOOR_DB = -60;
const IDLE = "idle", ASKING = "asking", LISTENING = "listening", WORKING = "working";

function encoded(piece) {
  let text = "";
  for (const byte of new Uint8Array(piece.buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

function share(piece) {
  let peak = 0;
  for (const sample of piece) peak = Math.max(peak, Math.abs(sample));
  return peak ? Math.max(0, 1 - (20 * Math.log10(peak / 32768)) / FLOOR_DB) : 0;
}

export default {
  template: `
    <button type="button" class="btn talker" :class="state" :aria-pressed="held" aria-keyshortcuts="Alt+T"
      @pointerdown.prevent="down" @pointerup="up" @pointercancel="up"
      @keydown.space.prevent="keyed" @keydown.enter.prevent="keyed" @keyup.space="up" @keyup.enter="up"
      @contextmenu.prevent>
      <span class="dot" aria-hidden="true"></span><span>{{ label }}</span><kbd v-if="state === 'idle'">Alt T</kbd>
      <span class="meter" aria-hidden="true"><i :style="{width: level * 100 + '%'}"></i></span>
    </button>`,
  props: {microphone: String, busy: Boolean},
  data: () => ({phase: IDLE, held: false, level: 0}),
  computed: {
    state() {
      return this.phase === IDLE && this.busy ? WORKING : this.phase;
    },
    label() {
      return {idle: "Hold to talk", asking: "Wait…", listening: "Speak now", working: "Hearing…"}[this.state];
    },
  },
  mounted() {
    window.addEventListener("keydown", this.shortcut);
    window.addEventListener("keyup", this.letGo);
    window.addEventListener("blur", this.up);
  },
  unmounted() {
    window.removeEventListener("keydown", this.shortcut);
    window.removeEventListener("keyup", this.letGo);
    window.removeEventListener("blur", this.up);
    this.close();
  },
  methods: {
    shortcut(event) {
      if (event.key === "Escape" && this.held) {
        event.preventDefault();
        event.stopImmediatePropagation();
        this.forget();
      } else if (event.altKey && !event.ctrlKey && event.code === "KeyT") {
        event.preventDefault();
        this.keyed(event);
      }
    },
    letGo(event) {
      if (event.code === "KeyT" || event.key === "Alt") this.up();
    },
    keyed(event) {
      if (!event.repeat) this.down(event);
    },
    async down(event) {
      if (this.held || this.busy || this.phase !== IDLE) return;
      this.held = true;
      this.phase = ASKING;
      if (event.pointerId !== undefined) event.target.setPointerCapture?.(event.pointerId);
      try {
        await this.open();
      } catch (error) {
        this.close();
        this.$emit("refused", {name: error.name ?? "", message: error.message ?? String(error)});
        return;
      }
      if (!this.held) {
        // It was let go of while the browser still asked whether it may.
        this.close();
        this.$emit("refused", {name: "TooShort", message: ""});
        return;
      }
      this.phase = LISTENING;
      this.$emit("press");
      this.end = setTimeout(() => this.up(), LONGEST_MS);
    },
    up() {
      if (!this.held) return;
      this.held = false;
      if (this.phase !== LISTENING) return;
      this.phase = WORKING;
      this.node.port.postMessage("end");
    },
    forget() {
      this.held = false;
      if (this.phase === LISTENING) this.$emit("cancel");
      if (this.phase !== ASKING) this.close();
    },
    async open() {
      if (!navigator.mediaDevices) throw new DOMException("no microphone for pages", "NotSupportedError");
      this.stream = await this.chosen();
      this.context = await this.running(this.stream);
      this.node = new AudioWorkletNode(this.context, "orbit-microphone");
      this.node.port.onmessage = ({data}) => this.take(data);
      this.source.connect(this.node);
    },
    async chosen() {
      const wish = {channelCount: 1, noiseSuppression: true, echoCancellation: true, autoGainControl: true};
      if (this.microphone) {
        const all = await navigator.mediaDevices.enumerateDevices();
        const found = all.find((each) => each.kind === "audioinput" && each.label === this.microphone);
        // Names are shown only to a page that has been allowed to listen; until then the system chooses.
        if (found) wish.deviceId = {exact: found.deviceId};
        else if (all.some((each) => each.kind === "audioinput" && each.label)) {
          throw new DOMException(this.microphone, "NotFoundError");
        }
      }
      return navigator.mediaDevices.getUserMedia({audio: wish});
    },
    async running(stream) {
      for (const options of [{sampleRate: 16000}, {}]) {
        const context = new AudioContext(options);
        try {
          await context.audioWorklet.addModule(new URL("microphone.js", document.querySelector("script[src*='/orbit/']").src));
          this.source = context.createMediaStreamSource(stream);
          return context;
        } catch (error) {
          await context.close();
          if (error.name !== "NotSupportedError" || !options.sampleRate) throw error;
        }
      }
    },
    take(piece) {
      if (piece) {
        if (this.phase !== LISTENING && this.phase !== WORKING) return;
        this.level = share(piece);
        this.$emit("piece", encoded(piece));
      } else if (this.phase === WORKING) {
        this.$emit("release");
        this.close();
      }
    },
    close() {
      clearTimeout(this.end);
      this.held = false;
      this.phase = IDLE;
      this.level = 0;
      this.stream?.getTracks().forEach((track) => track.stop());
      this.source?.disconnect();
      this.context?.close();
      this.stream = this.source = this.context = this.node = null;
    },
  },
};
