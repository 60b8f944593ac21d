/** A variable of the environment that makes no sense; the message is the one line to print. */
export class ConfigurationError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}.`)
    this.name = 'ConfigurationError'
  }
}
