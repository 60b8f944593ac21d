import styles from '#ui/charts/drawing.module.css'

/** The words of an area of a picture without a link, such as a bar or a box: read by arrow keys, shown as a tooltip. */
export function AreaWords({ words, isStop }: { words: string; isStop: boolean }) {
  return (
    <span
      role="img"
      className={styles['area']}
      aria-label={words}
      data-tooltip={words}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip opens on focus
      tabIndex={isStop ? 0 : -1}
    />
  )
}
