import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { formatCount } from '#domain/numbers.ts'
import { drawBarList } from '#ui/charts/bar-list-drawing.ts'
import { BarList, type Bar, type BarListProps } from '#ui/charts/bar-list.tsx'
import { Popup } from '#ui/overlays/popup.tsx'
import popup from '#ui/overlays/popup.module.css'
import { FORMATS, PictureFrame } from '#workspace/pictures/picture-frame.tsx'

const FILE_WIDTH = 480

interface BarPictureProps extends BarListProps {
  /** Of the files. */
  title: string
  /** Of the columns of the table: what the labels are, and what is counted. */
  columns: readonly [labels: string, counts: string]
  /** With the bars that are not drawn. */
  tableBars?: readonly Bar[]
}

/** Bars with their table, and the commands that copy and save them. */
export function BarPicture({ title, columns, tableBars, ...list }: BarPictureProps) {
  const { bars, format, share, isCompact = false } = list
  const longest = Math.max(1, ...bars.map(({ count }) => count))
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
    <PictureFrame picture={picture} menu={isCompact ? <PictureMenu title={title} /> : undefined}>
      <BarList {...list} />
    </PictureFrame>
  )
}

const MENU = ['picture.show-table', ...FORMATS.map(({ id }) => id)] as const

function PictureMenu({ title }: { title: string }) {
  return (
    <Popup label={`${title}: picture`} sign="⋯">
      {(close) =>
        MENU.map((id) => (
          <div key={id} className={popup['entry']}>
            <CommandButton id={id} args={{}} variant="quiet" className={popup['command'] ?? ''} onDone={close} />
            <CommandKeys id={id} />
          </div>
        ))
      }
    </Popup>
  )
}
