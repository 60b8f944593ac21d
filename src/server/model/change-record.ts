/** One audited action: user, action, subject, time, address and outcome. It holds no research data. */
export interface AuditRow {
  readonly now: number
  readonly username: string | null
  readonly address: string
  readonly action: string
  /** The ids of the things concerned. */
  readonly subject: Readonly<Record<string, unknown>>
  readonly status: number
}

/** A repeatable change, recorded by its idempotency key. */
export interface KeyedChange {
  readonly accountId: number
  /** Idempotency key of the caller, with the action. */
  readonly key: string
  /** Identifies the content of the request. */
  readonly requestHash: string
  readonly now: number
}
