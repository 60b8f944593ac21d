import { useState, type FormEvent } from 'react'

/** Submits a form once at a time, and only if it is valid. */
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
  return { wasTried, isBusy, submit, reset: () => setWasTried(false) }
}
