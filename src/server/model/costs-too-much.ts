/** What was asked for is beyond the limits on custom variables; the message says which, and what to do. */
export class CostsTooMuch extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CostsTooMuch'
  }
}
