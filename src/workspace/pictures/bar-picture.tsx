import { formatCount } from '#domain/numbers.ts'
import { drawBarList } from '#ui/charts/bar-list-drawing.ts'
import { BarList, type Bar, type BarListProps } from '#ui/charts/bar-list.tsx'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'

const FILE_WIDTH = 480

interface BarPictureProps extends BarListProps {
  /** The title in saved files. */
  title: string
  /** The headers of the first two columns of the table. */
  columns: readonly [labels: string, counts: string]
  /** With the bars that are not drawn. */
  tableBars?: readonly Bar[]
}

/** Bars with their table, and the commands that copy and save them. */
export function BarPicture({ title, columns, tableBars, ...list }: BarPictureProps) {
  const { bars, format, share, isCompact = false } = list
  const longest = list.longest ?? Math.max(1, ...bars.map(({ count }) => count))
  const picture = {
    title,
    draw: () =>
      drawBarList(
        bars.map(({ label, count, size = `${format(count)}  ${share(count)}` }) => ({
          label,
          share: count / longest,
          behind: 0,
          text: size,
        })),
        FILE_WIDTH,
      ),
    table: [
      [...columns, '%'],
      ...(tableBars ?? bars).map(({ label, count, size }) => [
        label,
        size ?? formatCount(count),
        size === undefined ? share(count) : '',
      ]),
    ],
  }
  return (
    <PictureFrame picture={picture} isCompact={isCompact}>
      <BarList {...list} />
    </PictureFrame>
  )
}
