// What the audio API is asked to do: nothing before a tap, nothing while sound is off, and never loudly.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

interface Asked {
  kind: string
  starts: number[]
  loud: number[]
}

let asked: Asked[] = []
let contexts = 0
let resumed = 0
let devices: Audio[] = []
const active = { hasBeenActive: true }

class Node {
  asked: Asked
  frequency = { value: 0 }
  type = ''
  buffer: unknown = null
  gain = {
    value: 1,
    setValueAtTime: (value: number) => this.asked.loud.push(value),
    linearRampToValueAtTime: (value: number) => this.asked.loud.push(value),
    exponentialRampToValueAtTime: (value: number) => this.asked.loud.push(value),
  }
  constructor(kind: string) {
    this.asked = { kind, starts: [], loud: [] }
    asked.push(this.asked)
  }
  connect(to: Node): Node {
    return to
  }
  start(at: number): void {
    this.asked.starts.push(at)
  }
  stop(): void {}
}

class Audio {
  currentTime = 5
  sampleRate = 1000
  state = 'running'
  destination = new Node('destination')
  constructor() {
    contexts += 1
    devices.push(this)
  }
  createGain = (): Node => new Node('gain')
  createOscillator = (): Node => new Node('tone')
  createBufferSource = (): Node => new Node('noise')
  createBiquadFilter = (): Node => new Node('filter')
  createBuffer = (_: number, length: number): object => ({ getChannelData: () => new Float32Array(length) })
  resume = async (): Promise<void> => {
    resumed += 1
    this.state = 'running'
  }
  suspend = async (): Promise<void> => {
    await Promise.resolve() // the device takes a while
    this.state = 'suspended'
  }
}

let sound: typeof import('./sound')
let settings: typeof import('../state/settings.svelte').settings
beforeEach(async () => {
  vi.resetModules()
  asked = []
  contexts = 0
  resumed = 0
  devices = []
  active.hasBeenActive = true
  vi.stubGlobal('AudioContext', Audio)
  vi.stubGlobal('navigator', { userActivation: active, languages: ['en'] })
  settings = (await import('../state/settings.svelte')).settings
  sound = await import('./sound')
})
afterEach(() => vi.unstubAllGlobals())

it('is on by default', () => {
  expect(settings.kept.sound).toBe(true)
})

it('opens no audio device before the first tap', () => {
  active.hasBeenActive = false
  sound.play('turn')
  expect(contexts).toBe(0)
  active.hasBeenActive = true
  sound.play('turn')
  expect(contexts).toBe(1)
})

it('opens no audio device while sounds are off', () => {
  settings.kept.sound = false
  for (const each of ['card', 'token', 'seventh', 'turn', 'won', 'lost'] as const) sound.play(each)
  expect(contexts).toBe(0)
})

it('plays noise for a laid card, and tones one after the other for everything else', () => {
  sound.play('card')
  expect(asked.filter((each) => each.starts.length).map((each) => each.kind)).toEqual(['noise'])
  for (const each of ['token', 'seventh', 'turn', 'won', 'lost'] as const) {
    asked = []
    sound.play(each)
    const tones = asked.filter((one) => one.starts.length)
    expect(tones.length).toBeGreaterThan(1)
    expect(tones.every((one) => one.kind === 'tone')).toBe(true)
    const starts = tones.flatMap((one) => one.starts)
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
    expect(starts[0]).toBe(5)
  }
  expect(contexts).toBe(1) // one shared context
})

it('suspends the output when it falls silent, and resumes it for the next sound', async () => {
  vi.useFakeTimers()
  sound.play('seventh')
  vi.advanceTimersByTime(2000)
  expect(devices[0]?.state).toBe('running')
  sound.play('card')
  vi.advanceTimersByTime(2999)
  expect(devices[0]?.state).toBe('running')
  await vi.advanceTimersByTimeAsync(1)
  expect(devices[0]?.state).toBe('suspended')
  sound.play('card')
  expect(devices[0]?.state).toBe('running')
  expect(resumed).toBe(1)
  vi.useRealTimers()
})

it('resumes an output that is still being suspended', () => {
  vi.useFakeTimers()
  sound.play('card')
  vi.advanceTimersByTime(3000)
  expect(devices[0]?.state).toBe('running')
  sound.play('card')
  expect(resumed).toBe(1)
  vi.useRealTimers()
})

it('is never loud', () => {
  for (const each of ['card', 'token', 'seventh', 'turn', 'won', 'lost'] as const) sound.play(each)
  expect(Math.max(...asked.flatMap((each) => each.loud))).toBeLessThan(0.3)
})

it('works on a device without sound', () => {
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        throw new Error('none')
      }
    },
  )
  expect(() => sound.play('won')).not.toThrow()
})
