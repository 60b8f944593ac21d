export class CostsTooMuch extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CostsTooMuch'
  }
}
