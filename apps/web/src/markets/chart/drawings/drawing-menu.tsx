import type { SavedDrawing } from '@candor/contract'
import { type DrawingTool, savedChartLimits } from '@candor/rules/markets/saved-chart.ts'
import { Button, IconButton } from '@candor/ui/controls/button.tsx'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { menuItemClass } from '@candor/ui/overlays/menu.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Eye, EyeOff, Lock, LockOpen, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useT } from '../../../session/language/language.ts'
import { changeDrawing, deleteDrawings, hideDrawings } from './drawing-edits.ts'
import { toolGroups, toolsIn } from './tool-catalog.ts'
import { ToolPicture } from './tool-picture.tsx'
import type { DrawingWork } from './use-drawing-editor.ts'

interface MenuProps {
  readonly work: DrawingWork
  readonly onClose: () => void
}

/** All drawing tools, and the drawings that are on the chart. */
export function DrawingMenu({ work, onClose }: MenuProps) {
  const t = useT()
  const [tab, setTab] = useState<'tools' | 'drawn'>('tools')
  const panelId = useId()
  const count = work.chart.drawings.length
  return (
    <div className="flex flex-col">
      <Tabs
        label={t('markets.chart.drawings')}
        choices={[
          { value: 'tools', label: t('chart.draw.tools') },
          { value: 'drawn', label: t('chart.draw.drawn', { count }) },
        ]}
        value={tab}
        onChange={setTab}
        panelId={panelId}
        className="px-2"
      />
      <div id={panelId} role="tabpanel" className="py-2">
        {tab === 'tools' ? <Tools work={work} onClose={onClose} /> : <Drawn work={work} onClose={onClose} />}
      </div>
    </div>
  )
}

function Tools({ work, onClose }: MenuProps) {
  const t = useT()
  const choose = (tool: DrawingTool) => {
    if (work.chart.drawings.length >= savedChartLimits.drawings) {
      toast(t('chart.draw.full'), 'bad')
      return
    }
    work.editor.begin(tool)
    onClose()
  }
  return toolGroups.map((group) => (
    <fieldset key={group} className="min-w-0">
      <legend className="px-3 pt-2 pb-1 text-12 text-ink-3">{t(`chart.draw.group.${group}`)}</legend>
      <div className="grid grid-cols-2">
        {toolsIn(group).map((tool) => (
          <button
            key={tool}
            type="button"
            aria-pressed={work.editor.tool === tool}
            onClick={() => choose(tool)}
            className={menuItemClass}
          >
            <ToolPicture tool={tool} />
            <span className="min-w-0 leading-tight">{t(`chart.tool.${tool}`)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  ))
}

function Drawn({ work, onClose }: MenuProps) {
  const t = useT()
  const { drawings, drawingsHidden } = work.chart
  const EyePicture = drawingsHidden ? Eye : EyeOff
  if (drawings.length === 0) return <p className="px-3 py-4 text-14 text-ink-3">{t('chart.draw.none')}</p>
  const removeAll = () => {
    deleteDrawings(work, drawings)
    onClose()
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 px-2 pb-2">
        <Button
          variant="secondary"
          size="s"
          icon={<EyePicture aria-hidden className="size-4" />}
          onClick={() => work.change(hideDrawings(!drawingsHidden))}
        >
          {t(drawingsHidden ? 'chart.draw.showAll' : 'chart.draw.hideAll')}
        </Button>
        <Button
          variant="danger"
          size="s"
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={removeAll}
        >
          {t('chart.draw.deleteAll')}
        </Button>
      </div>
      <ul>
        {drawings.toReversed().map((drawing) => (
          <DrawnRow key={drawing.id} drawing={drawing} work={work} onClose={onClose} />
        ))}
      </ul>
    </>
  )
}

function DrawnRow({ drawing, work, onClose }: MenuProps & { readonly drawing: SavedDrawing }) {
  const t = useT()
  const { editor, change } = work
  const { id, tool, locked, text } = drawing
  const name = text === '' ? t(`chart.tool.${tool}`) : text
  const LockPicture = locked ? Lock : LockOpen
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={() => {
          editor.select(id)
          onClose()
        }}
        className={menuItemClass}
      >
        <ToolPicture tool={tool} />
        <span className="min-w-0 flex-1 truncate">{name}</span>
      </button>
      <IconButton
        label={t(locked ? 'chart.draw.unlockOne' : 'chart.draw.lockOne', { name })}
        onClick={() => change(changeDrawing(id, { locked: !locked }))}
      >
        <LockPicture aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={t('chart.draw.deleteOne', { name })} onClick={() => deleteDrawings(work, [drawing])}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  )
}
