export class ConfigurationError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}.`)
    this.name = 'ConfigurationError'
  }
}
