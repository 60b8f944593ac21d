const WORDS = ['mood', 'sleep', 'alcohol', 'onset', 'anxiety', 'episode', 'worst', 'voices', 'weight', 'family', 'ever']

/** A question unlike every other. */
export function questionOf(index: number): string {
  const word = (step: number) => WORDS[(index * step) % WORDS.length] ?? ''
  return `Have you ${word(3)} had a time of ${word(5)} when your ${word(7)} was ${word(1)}, number ${index}?`
}
