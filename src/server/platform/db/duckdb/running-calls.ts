const REPEAT_MILLISECONDS = 20

interface Interruptible {
  readonly interrupt: () => void
}

/** Running database calls. Node cannot exit before its worker threads return, however long a query takes. */
export interface RunningCalls {
  readonly track: <Result>(connection: Interruptible, call: () => Promise<Result>) => Promise<Result>
  /** Interrupts all of them; resolves when none runs. */
  readonly end: () => Promise<void>
}

export function createRunningCalls(): RunningCalls {
  const running = new Set<Interruptible>()
  return {
    track: async ({ interrupt }, call) => {
      const own = { interrupt }
      running.add(own)
      try {
        return await call()
      } finally {
        running.delete(own)
      }
    },
    end: async () => {
      while (running.size > 0) {
        // An interrupt before the query starts is lost.
        for (const { interrupt } of running) interrupt()
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MILLISECONDS))
      }
    },
  }
}
