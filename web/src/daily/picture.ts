// Draws a result as a picture: shapes only, no spoilers.

import type { TriedRound } from '../wire/daily'
import { signed } from './results'

const WIDTH = 640
const ROW = 44
const INK = { ground: '#131a2a', text: '#f1e8d8', soft: '#b9b3a6', lamp: '#ffcf8a', seat: '#62b2ff' }

/** The page's own fonts. */
const letters = (kind: 'display' | 'text'): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--font-${kind}`)

/** Renders the picture as a PNG. */
export async function picture(caption: string, line: string, rounds: readonly TriedRound[]): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = 2 * WIDTH
  canvas.height = 2 * (128 + ROW * rounds.length + 24)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.scale(2, 2)
  pen.fillStyle = INK.ground
  pen.fillRect(0, 0, WIDTH, canvas.height)
  logo(pen, 32, 34)
  pen.fillStyle = INK.text
  pen.font = `700 26px ${letters('display')}`
  pen.fillText(caption, 104, 60)
  pen.fillStyle = INK.soft
  pen.font = `17px ${letters('text')}`
  pen.fillText(line, 104, 88)
  rounds.forEach((round, index) => row(pen, round, 128 + ROW * index + ROW / 2))
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  )
}

function row(pen: CanvasRenderingContext2D, round: TriedRound, y: number): void {
  for (let place = 0; place < round.of; place += 1) {
    pen.beginPath()
    pen.arc(48 + place * 38, y, 13, 0, 2 * Math.PI)
    pen.lineWidth = 2.5
    pen.fillStyle = pen.strokeStyle = INK.seat
    if (place < round.met) pen.fill()
    pen.stroke()
  }
  pen.fillStyle = INK.text
  pen.font = `700 22px ${letters('display')}`
  pen.textAlign = 'right'
  pen.fillText(signed(round.points), WIDTH - 32, y + 8)
  pen.textAlign = 'left'
}

/** The logo: seven tokens over their line, and its spark. */
function logo(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.fillStyle = pen.strokeStyle = INK.lamp
  for (const [cx, cy, r] of [
    [6, 25, 2.6],
    [8.4, 16, 2.6],
    [15, 9.4, 2.6],
    [24, 7, 3.6],
    [33, 9.4, 2.6],
    [39.6, 16, 2.6],
    [42, 25, 2.6],
  ] as const) {
    pen.beginPath()
    pen.arc(x + cx * 1.15, y + cy * 1.15, r * 1.15, 0, 2 * Math.PI)
    pen.fill()
  }
  pen.lineWidth = 3
  pen.beginPath()
  pen.moveTo(x + 11.5, y + 35)
  pen.lineTo(x + 43.7, y + 35)
  pen.stroke()
  pen.beginPath()
  for (const [sx, sy] of [
    [24, 15],
    [25.6, 20.9],
    [31.5, 22.5],
    [25.6, 24.1],
    [24, 30],
    [22.4, 24.1],
    [16.5, 22.5],
    [22.4, 20.9],
  ] as const)
    pen.lineTo(x + sx * 1.15, y + sy * 1.15)
  pen.fill()
}
