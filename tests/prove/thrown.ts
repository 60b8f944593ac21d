const THROWN = 'The engine failed: '

/** An engine that throws fails the oracle: the line that says so. */
export function thrownLine(error: unknown): string {
  return `${THROWN}${String(error)}`
}

export function isThrown(line: string): boolean {
  return line.startsWith(THROWN)
}
