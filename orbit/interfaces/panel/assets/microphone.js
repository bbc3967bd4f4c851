// What the microphone gives, as Orbit listens to it: 16 kHz, one channel, 16 bits, in pieces of a tenth of a second.
const RATE = 16000;
const PIECE = RATE / 10;

class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.piece = new Int16Array(PIECE);
    this.filled = 0;
    // A browser that gives another rate is brought to ours by taking the mean of what falls into each sample.
    this.step = RATE / sampleRate;
    this.phase = 0;
    this.sum = 0;
    this.count = 0;
    this.port.onmessage = () => {
      this.give();
      this.port.postMessage(null);
    };
  }

  process(inputs) {
    for (const sample of inputs[0][0] ?? []) {
      this.sum += sample;
      this.count += 1;
      this.phase += this.step;
      if (this.phase < 1) continue;
      this.phase -= 1;
      this.take(this.sum / this.count);
      this.sum = this.count = 0;
    }
    return true;
  }

  take(sample) {
    this.piece[this.filled++] = Math.max(-1, Math.min(1, sample)) * 32767;
    if (this.filled === PIECE) this.give();
  }

  give() {
    if (!this.filled) return;
    this.port.postMessage(this.piece.slice(0, this.filled));
    this.filled = 0;
  }
}

registerProcessor("orbit-microphone", Microphone);
