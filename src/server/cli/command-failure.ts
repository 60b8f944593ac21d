/** A command cannot do what was asked; the message is all that the user is told. */
export class CommandFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandFailure'
  }
}
