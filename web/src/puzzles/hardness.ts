// The name of a puzzle's difficulty, by the share of solvers that miss it.

export const HARDNESSES = ['easy', 'medium', 'hard'] as const

export function hardness(difficulty: number): (typeof HARDNESSES)[number] {
  return difficulty < 0.35 ? 'easy' : difficulty < 0.55 ? 'medium' : 'hard'
}
