// Soft synthesized sounds: tones, or a breath of noise. The AudioContext is created at the first tap or key press,
// since browsers block sound before that and log a warning.

import { settings } from '../state/settings.svelte'

export type Sound = 'card' | 'tick' | 'token' | 'seventh' | 'turn' | 'won' | 'lost'

const VOLUME = 0.35 // master gain

/** A tone: pitch in hertz, start in seconds from now, loudness, seconds of decay. */
type Note = readonly [pitch: number, at: number, loud: number, long: number]

const [C5, D5, E5, G5, A5, C6, E6, G6] = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1318.5, 1568] as const
const TUNES: Record<Exclude<Sound, 'card'>, readonly Note[]> = {
  turn: [
    [C5, 0, 0.2, 0.5],
    [E5, 0.13, 0.2, 0.6],
  ],
  tick: [[A5, 0, 0.07, 0.16]],
  token: [
    [E6, 0, 0.13, 0.35],
    [A5, 0.05, 0.09, 0.45],
  ],
  seventh: [
    [C5, 0, 0.16, 0.5],
    [E5, 0.09, 0.16, 0.5],
    [G5, 0.18, 0.16, 0.6],
    [C6, 0.27, 0.18, 0.9],
    [E6, 0.36, 0.12, 1.1],
  ],
  won: [
    [C5, 0, 0.18, 0.7],
    [G5, 0.14, 0.18, 0.7],
    [C6, 0.28, 0.18, 0.9],
    [E6, 0.42, 0.16, 1.2],
    [G6, 0.56, 0.12, 1.6],
  ],
  lost: [
    [A5, 0, 0.13, 0.6],
    [E5, 0.18, 0.13, 0.8],
    [D5, 0.36, 0.11, 1.2],
  ],
}

/**
 * Milliseconds after a sound until the audio output is suspended, since it drains the battery. Longer than any tune.
 */
const REST = 3000

let context: AudioContext | null = null
let out: GainNode | null = null
let silence: ReturnType<typeof setTimeout> | undefined
let asleep = false // whether it was last told to suspend: its state follows only later

/** Plays a sound, if sound is on and available. */
export function play(sound: Sound): void {
  if (!settings.kept.sound || !navigator.userActivation?.hasBeenActive) return
  try {
    const audio = ready()
    if (sound === 'card') breath(audio.context, audio.out)
    else for (const note of TUNES[sound]) tone(audio.context, audio.out, note)
    clearTimeout(silence)
    silence = setTimeout(() => {
      asleep = true
      audio.context.suspend().catch(() => undefined)
    }, REST)
  } catch {
    // No audio on this device.
  }
}

/** Vibrates a phone briefly, if sound is on and somebody has touched it. */
export function buzz(): void {
  if (settings.kept.sound && navigator.userActivation?.hasBeenActive && matchMedia('(pointer: coarse)').matches)
    navigator.vibrate?.(40)
}

function ready(): { context: AudioContext; out: GainNode } {
  if (!context || !out) {
    context = new AudioContext()
    out = context.createGain()
    out.gain.value = VOLUME
    out.connect(context.destination)
  }
  if (asleep || context.state === 'suspended') context.resume().catch(() => undefined)
  asleep = false
  return { context, out }
}

/** A fast attack and a slow decay. */
function envelope(audio: AudioContext, begin: number, loud: number, rise: number, long: number): GainNode {
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0, begin)
  volume.gain.linearRampToValueAtTime(loud, begin + rise)
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + long)
  return volume
}

function tone(audio: AudioContext, to: AudioNode, [pitch, at, loud, long]: Note): void {
  const begin = audio.currentTime + at
  const source = audio.createOscillator()
  source.type = 'triangle'
  source.frequency.value = pitch
  source.connect(envelope(audio, begin, loud, 0.02, long)).connect(to)
  source.start(begin)
  source.stop(begin + long)
}

/** Paper on cloth: a short burst of low-passed noise. */
function breath(audio: AudioContext, to: AudioNode): void {
  const begin = audio.currentTime
  const noise = audio.createBuffer(1, Math.round(audio.sampleRate * 0.09), audio.sampleRate)
  const samples = noise.getChannelData(0)
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1
  const source = audio.createBufferSource()
  source.buffer = noise
  const filter = audio.createBiquadFilter()
  filter.type = 'lowpass'
  filter.frequency.value = 1400
  source
    .connect(filter)
    .connect(envelope(audio, begin, 0.28, 0.006, 0.09))
    .connect(to)
  source.start(begin)
}
