import { useState, type FormEvent } from 'react'

/** Sending a form: one press at a time, and not while something is wrong with what was typed. */
export function useSubmission() {
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent, isComplete: boolean, send: () => Promise<void>) => {
    event.preventDefault()
    setWasTried(true)
    if (isBusy || !isComplete) return
    setIsBusy(true)
    await send().finally(() => setIsBusy(false))
  }
  return { wasTried, isBusy, submit, beginAnew: () => setWasTried(false) }
}
