// Short synthesised sounds, so that nothing has to be downloaded.

import { prefs } from './prefs.svelte';

let context: AudioContext | undefined;

function tone(
  frequency: number,
  at: number,
  length: number,
  gain: number,
  type: OscillatorType = 'sine',
): void {
  const audio = context!;
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  const start = audio.currentTime + at;
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, start);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.6, start + length);
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

const sounds = {
  move: () => {
    tone(320, 0, 0.09, 0.22, 'triangle');
    tone(150, 0, 0.12, 0.2);
  },
  capture: () => {
    tone(260, 0, 0.1, 0.25, 'triangle');
    tone(120, 0.02, 0.18, 0.25);
  },
  turn: () => [0, 1, 2].forEach((i) => tone(300 + i * 40, 0.1 + i * 0.05, 0.06, 0.12, 'triangle')),
  end: () => [392, 494, 587].forEach((f, i) => tone(f, i * 0.13, 0.45, 0.14)),
};

export type Sound = keyof typeof sounds;

/** Plays a sound, unless sounds are off or the browser does not allow one yet. */
export function play(sound: Sound): void {
  if (!prefs.sound || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  sounds[sound]();
}
