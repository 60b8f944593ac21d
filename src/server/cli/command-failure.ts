/** The user asked for help; the message is the usage text. */
export class HelpRequested extends Error {}

/** An expected failure; the message is printed without a stack. */
export class CommandFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandFailure'
  }
}
