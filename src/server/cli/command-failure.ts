/** A command was asked how it is used; the message says so. */
export class HelpAsked extends Error {}

/** A command cannot do what was asked; the message is all that the user is told. */
export class CommandFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandFailure'
  }
}
