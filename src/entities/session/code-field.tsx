import { useState, type Ref } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import styles from '#entities/session/code-field.module.css'
import stack from '#ui/stack.module.css'

interface CodeFieldProps {
  value: string
  onChange: (value: string) => void
  refusal: string | null
  ref?: Ref<HTMLInputElement>
  startsFocused?: boolean
}

/** A one-time code or a recovery code. */
export function CodeField(props: CodeFieldProps) {
  const [isRecovery, setIsRecovery] = useState(false)
  const [wasSwitched, setWasSwitched] = useState(false)
  const field = { ...props, startsFocused: wasSwitched || props.startsFocused === true }
  const switchField = () => {
    setIsRecovery(!isRecovery)
    setWasSwitched(true)
    props.onChange('')
  }
  return (
    <div className={stack['picker']}>
      {isRecovery ? <TextField {...field} label="Recovery code" /> : <OneTimeCodeField {...field} />}
      <Button variant="quiet" size="small" className={styles['other']} onClick={switchField}>
        {isRecovery ? 'Use a one-time code' : 'Use a recovery code'}
      </Button>
    </div>
  )
}

/** A one-time code only. */
export function OneTimeCodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      hint="The six digits that your authenticator app shows now."
      label="One-time code"
      autoComplete="one-time-code"
      inputMode="numeric"
    />
  )
}
