/** A command without arguments. */
export type Nothing = Record<string, never>

/** Arguments by command id: each area declares those of its commands. Every room may import these types. */
export interface CommandSignatures {}

export type CommandId = keyof CommandSignatures
export type ArgumentsOf<Id extends CommandId> = CommandSignatures[Id]
