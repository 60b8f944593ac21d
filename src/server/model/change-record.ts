/** Who did what to which thing, when, from where, and with which outcome. It holds no research data. */
export interface AuditRow {
  readonly now: number
  readonly username: string | null
  readonly address: string
  readonly action: string
  /** The ids of the things concerned. */
  readonly subject: Readonly<Record<string, unknown>>
  readonly status: number
}

/** A change that its caller may send again: what it did is kept by its key. */
export interface KeyedChange {
  readonly accountId: number
  /** What the caller called it, with what was to be done. */
  readonly key: string
  readonly now: number
}
