// Arrows, Home and End in a hand: the focus goes from card to card and stays in it.

export function handKeys(event: KeyboardEvent, list: HTMLElement): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
  const buttons = [...list.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : at + (step ?? 0)
  buttons[(next + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}
