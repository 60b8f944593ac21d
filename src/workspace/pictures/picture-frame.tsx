import { useState, type ReactNode } from 'react'
import { copyFormats, copyText } from '#command-kit/clipboard.ts'
import { CommandMenu } from '#command-kit/command-menu.tsx'
import { svgOf } from '#domain/pictures/svg-document.ts'
import { tabSeparated } from '#domain/text/tab-separated.ts'
import { pngOf, type Picture } from '#ui/charts/picture-files.ts'
import { classNames } from '#ui/class-names.ts'
import { saveNamed } from '#ui/save-file.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#workspace/pictures/picture-frame.module.css'

interface PictureFrameProps {
  picture: Picture
  /** A table with more than the texts of the picture's table. */
  asTable?: ReactNode
  /** The menu is in the line above, that of a heading. */
  isUnderHeading?: boolean
  /** The same in a small panel, whose commands are those of the page once it is used. */
  isCompact?: boolean
  children: ReactNode
}

/** A picture, its table in its place at a key, and the commands that copy and save either. */
export function PictureFrame({ picture, asTable, isUnderHeading, isCompact = false, children }: PictureFrameProps) {
  const [isTable, setIsTable] = useState(false)
  // The commands are those of the picture used last: a new registration comes first.
  const [uses, setUses] = useState(0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- notices which picture is used
    <div
      className={styles['frame']}
      data-under-heading={isUnderHeading || isCompact || undefined}
      onFocus={() => setUses(uses + 1)}
      onPointerEnter={() => setUses(uses + 1)}
    >
      {/* A small picture has the keys of the page only once it is used. */}
      {(!isCompact || uses > 0) && (
        <PictureActions key={uses} picture={picture} onToggle={() => setIsTable(!isTable)} />
      )}
      <div className={styles['menu']}>
        <CommandMenu label={`${picture.title}: picture`} sign="⋯" ids={MENU} />
      </div>
      {isTable ? (asTable ?? <PictureAsTable {...picture} />) : children}
    </div>
  )
}

/** The other formats are in the palette. */
const MENU = [
  'picture.show-table',
  'picture.copy-png',
  'picture.save-svg',
  'picture.save-png',
  'picture.save-tsv',
] as const

function PictureActions({ picture, onToggle }: { picture: Picture; onToggle: () => void }) {
  const { title, draw, table } = picture
  const svg = () => svgOf(draw(), title)
  const png = () => pngOf(draw(), title)
  const save = (content: BlobPart, type: string, ending: string) =>
    saveNamed(new Blob([content], { type }), `${title.replaceAll(/[^\w-]+/g, '_')}.${ending}`)
  usePaneActions({
    'picture.show-table': { available: true, run: onToggle },
    'picture.copy-svg': { available: true, run: () => copyText(svg()) },
    'picture.copy-png': {
      available: true,
      // The content is a promise: Safari refuses a write that begins after the click.
      run: () => copyFormats({ 'image/png': png() }, null),
    },
    'picture.copy-tsv': { available: true, run: () => copyText(tabSeparated(table)) },
    'picture.save-svg': { available: true, run: () => save(svg(), 'image/svg+xml', 'svg') },
    'picture.save-png': { available: true, run: async () => save(await png(), 'image/png', 'png') },
    'picture.save-tsv': { available: true, run: () => save(tabSeparated(table), 'text/tab-separated-values', 'tsv') },
  })
  return null
}

function PictureAsTable({ title, table }: Pick<Picture, 'title' | 'table'>) {
  const [headers = [], ...rows] = table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={`${title}, table`}>
      <table className={styles['table']} aria-label={title}>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('|')}>
              {row.map((cell, place) => (
                <td key={headers[place]} className={classNames(place > 0 && styles['number'])}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
