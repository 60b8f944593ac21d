import { useState, type FormEvent } from 'react'
import stack from '#ui/stack.module.css'

/** Submits a form once at a time, and only if it is complete. */
export function useSubmission() {
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  /** The attributes of the form. */
  const formProps = (isComplete: boolean, send: () => Promise<void>) => ({
    className: stack['section'],
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      setWasTried(true)
      if (isBusy || !isComplete) return
      setIsBusy(true)
      void send().finally(() => setIsBusy(false))
    },
  })
  return { wasTried, isBusy, formProps, reset: () => setWasTried(false) }
}
