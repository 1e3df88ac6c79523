import type { SavedDrawing } from '@candor/contract'
import { Button, IconButton } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Popover } from '@candor/ui/overlays/menu.tsx'
import { Lock, LockOpen, Palette, Trash2, Type, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../../session/language/language.ts'
import { ColorChoice } from '../color-choice.tsx'
import { changeDrawing, deleteDrawings, undoRemoval } from './drawing-edits.ts'
import { pointsOf } from './tool-catalog.ts'
import { ToolPicture } from './tool-picture.tsx'
import type { DrawingWork } from './use-drawing-editor.ts'

interface BarProps {
  readonly work: DrawingWork
  /** Points of the new drawing that are placed. */
  readonly placed: number
  readonly onText: (drawing: SavedDrawing) => void
}

/** A bar over the chart: what the tool waits for, how the selected drawing looks, or the way back after deleting. */
export function DrawingBar({ work, placed, onText }: BarProps) {
  const { editor, chart } = work
  const selected = chart.drawings.find(({ id }) => id === editor.selected)
  if (editor.tool !== null) return <ToolInUse work={work} placed={placed} />
  if (selected !== undefined) return <Selected drawing={selected} work={work} onText={onText} />
  return editor.removed.length > 0 ? <Removed work={work} /> : null
}

function Bar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-9 z-20 flex justify-center">
      <div
        role="toolbar"
        aria-label={label}
        className="pointer-events-auto flex max-w-full items-center gap-0.5 rounded-s border border-hairline bg-surface ps-3 pe-1 text-14 shadow-lift"
      >
        {children}
      </div>
    </div>
  )
}

function ToolInUse({ work: { editor }, placed }: { readonly work: DrawingWork; readonly placed: number }) {
  const t = useT()
  const { tool } = editor
  if (tool === null) return null
  const name = t(`chart.tool.${tool}`)
  const count = pointsOf[tool]
  return (
    <Bar label={name}>
      <ToolPicture tool={tool} />
      <p role="status" className="min-w-0 px-2 text-12 leading-tight text-ink-2">
        <span className="font-medium text-ink">{name}</span>
        {' · '}
        {t('chart.draw.place', { point: Math.min(placed + 1, count), count })}
      </p>
      <IconButton label={t('chart.draw.cancel')} onClick={editor.clear}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </Bar>
  )
}

function Selected({ drawing, work, onText }: Omit<BarProps, 'placed'> & { readonly drawing: SavedDrawing }) {
  const t = useT()
  const { editor, change } = work
  const { id, tool, locked } = drawing
  const name = t(`chart.tool.${tool}`)
  const LockPicture = locked ? Lock : LockOpen
  return (
    <Bar label={name}>
      <ToolPicture tool={tool} />
      <span className="min-w-0 flex-1 truncate px-2 text-12 max-[24rem]:hidden">{name}</span>
      <StyleButton drawing={drawing} change={change} />
      {tool === 'text' && (
        <IconButton label={t('chart.draw.editText')} onClick={() => onText(drawing)}>
          <Type aria-hidden className="size-4" />
        </IconButton>
      )}
      <IconButton
        label={t(locked ? 'chart.draw.unlock' : 'chart.draw.lock')}
        onClick={() => change(changeDrawing(id, { locked: !locked }))}
      >
        <LockPicture aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={t('chart.draw.delete')} onClick={() => deleteDrawings(work, [drawing])}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={t('chart.draw.deselect')} onClick={editor.clear}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </Bar>
  )
}

const widths = ['1', '2', '3', '4'] as const

function StyleButton({
  drawing: { id, color, width },
  change,
}: {
  readonly drawing: SavedDrawing
  readonly change: DrawingWork['change']
}) {
  const t = useT()
  const chosenWidth = widths.find((one) => one === String(width)) ?? '1'
  return (
    <Popover
      label={t('chart.draw.style')}
      trigger={<Palette aria-hidden className="size-4" style={{ color: `var(--${color})` }} />}
      triggerClass="tap inline-flex aspect-square h-9 shrink-0 items-center justify-center rounded-s hover:bg-sunken"
      panelClass="max-w-[calc(100vw-1rem)]"
    >
      {() => (
        <div className="flex flex-col gap-2 p-2">
          <ColorChoice
            label={t('chart.draw.color')}
            chosen={color}
            onChoose={(chosen) => change(changeDrawing(id, { color: chosen }))}
          />
          <SegmentedControl
            label={t('chart.draw.width')}
            full
            choices={widths.map((value) => ({ value, label: <LineWidth width={Number(value)} /> }))}
            value={chosenWidth}
            onChange={(value) => change(changeDrawing(id, { width: Number(value) }))}
          />
        </div>
      )}
    </Popover>
  )
}

function LineWidth({ width }: { readonly width: number }) {
  const t = useT()
  return (
    <>
      <span className="sr-only">{t('chart.draw.pixels', { count: width })}</span>
      <span aria-hidden className="w-6 bg-current" style={{ height: width }} />
    </>
  )
}

function Removed({ work }: { readonly work: DrawingWork }) {
  const t = useT()
  const { removed, clear } = work.editor
  const label = t('chart.draw.deleted', { count: removed.length })
  return (
    <Bar label={label}>
      <p role="status" className="min-w-0 pe-2 text-12 text-ink-2">
        {label}
      </p>
      <Button
        variant="quiet"
        size="s"
        icon={<Undo2 aria-hidden className="size-4" />}
        onClick={() => undoRemoval(work)}
      >
        {t('chart.draw.undo')}
      </Button>
      <IconButton label={t('chart.draw.dismiss')} onClick={clear}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </Bar>
  )
}
