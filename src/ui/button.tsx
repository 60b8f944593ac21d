import type { ComponentProps } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from '#ui/button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium'

export interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Busy: keeps the focus and ignores clicks. */
  isBusy?: boolean
}

/** Button styles for links and menu triggers. */
export function buttonClass({ variant = 'secondary', size = 'medium' }: ButtonLook, className?: string): string {
  return classNames(styles['button'], styles[variant], styles[size], className)
}

export function Button({ variant, size, isBusy = false, className, onClick, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      data-variant={variant}
      {...props}
      className={buttonClass({ variant, size }, className)}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy && <span className={styles['spinner']} aria-hidden="true" />}
      {children}
    </button>
  )
}
