// A soft sound of two notes: it is your turn.

let context: AudioContext | null = null

export function chime(): void {
  try {
    context ??= new AudioContext()
    void context.resume()
    note(context, 523.25, 0)
    note(context, 659.25, 0.14)
  } catch {
    // No sound on this device.
  }
}

function note(audio: AudioContext, pitch: number, delay: number): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  const begin = audio.currentTime + delay
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0, begin)
  volume.gain.linearRampToValueAtTime(0.09, begin + 0.03)
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.55)
  tone.connect(volume).connect(audio.destination)
  tone.start(begin)
  tone.stop(begin + 0.6)
}
