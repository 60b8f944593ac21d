import styles from '#ui/forms/check-option.module.css'

interface CheckOptionProps {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/** A tick box among the options of a view. */
export function CheckOption({ label, isChecked, onChange }: CheckOptionProps) {
  return (
    <label className={styles['option']}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
