import styles from '#ui/tag.module.css'

interface TagProps {
  label: string
  /** One letter, to distinguish kinds without colour. */
  letter?: string | undefined
  hue?: number | undefined
}

/** A small coloured label: data type, collection. */
export function Tag({ label, letter, hue }: TagProps) {
  return (
    <span className={styles['tag']} style={hue === undefined ? undefined : { ['--tag-hue' as string]: hue }}>
      {letter !== undefined && (
        <span className={styles['letter']} aria-hidden="true">
          {letter}
        </span>
      )}
      {label}
    </span>
  )
}
