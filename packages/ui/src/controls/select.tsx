import { Check, ChevronDown } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classNames } from '../class-names.ts'
import { useAnchored } from '../overlays/anchored.ts'
import { floatingClass } from '../overlays/menu.tsx'
import { useUiWords } from '../ui-words.tsx'
import { controlClass } from './control.ts'
import type { ControlProps } from './field.tsx'

export interface SelectOption<T extends string> {
  readonly value: T
  readonly label: string
  /** Shown in the closed field where the label is too long for it. */
  readonly short?: string
  /** Before the label. */
  readonly mark?: ReactNode
}

interface SelectProps<T extends string> extends Partial<ControlProps> {
  readonly options: readonly SelectOption<T>[]
  readonly value: T | null
  readonly onChange: (value: T) => void
  readonly placeholder?: string
  readonly label?: string
  /** Adds a search field, for long lists. */
  readonly searchable?: boolean
  readonly disabled?: boolean
  readonly className?: string
}

/** A choice of one: a button that opens a list, with the keyboard of a native select. */
export function Select<T extends string>({
  options,
  value,
  onChange,
  placeholder = '',
  label,
  searchable = false,
  disabled = false,
  className,
  ...control
}: SelectProps<T>) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const chosen = options.find((option) => option.value === value)
  const close = useCallback(() => setOpen(false), [])
  const choose = (next: T) => {
    onChange(next)
    setOpen(false)
    anchor.current?.focus()
  }
  return (
    <>
      <button
        {...control}
        ref={anchor}
        type="button"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-haspopup="listbox"
        aria-controls={open ? listId : undefined}
        disabled={disabled}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          setOpen(true)
        }}
        className={classNames(controlClass, 'flex items-center gap-2 text-start', className)}
      >
        <ChosenOption option={chosen} placeholder={placeholder} />
      </button>
      {open && (
        <OptionList
          id={listId}
          name={label ?? nameOf(anchor.current)}
          anchor={anchor}
          options={options}
          value={value}
          onChoose={choose}
          onClose={close}
          searchable={searchable}
        />
      )}
    </>
  )
}

/** The closed field: the chosen option, or the placeholder. */
function ChosenOption({
  option,
  placeholder,
}: {
  readonly option: SelectOption<string> | undefined
  readonly placeholder: string
}) {
  return (
    <>
      {option?.mark}
      <span className={classNames('min-w-0 flex-1 truncate', option === undefined && 'text-ink-3')}>
        {option?.short ?? option?.label ?? placeholder}
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
    </>
  )
}

/** Finds the name that a label gives to a field. */
const nameOf = (field: HTMLButtonElement | null): string | undefined =>
  field?.labels[0]?.textContent ?? undefined

interface OptionListProps<T extends string> {
  /** Of the list itself. */
  readonly id: string
  readonly name: string | undefined
  readonly anchor: React.RefObject<HTMLButtonElement | null>
  readonly options: readonly SelectOption<T>[]
  readonly value: T | null
  readonly onChoose: (value: T) => void
  readonly onClose: () => void
  readonly searchable: boolean
}

function OptionList<T extends string>({ id: listId, name, anchor, onClose, ...choice }: OptionListProps<T>) {
  const { value, onChoose, searchable } = choice
  const words = useUiWords()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const leave = () => {
    onClose()
    anchor.current?.focus()
  }
  const { sought, seek, shown, at, setAt, onKeyDown } = useOptions({ ...choice, onLeave: leave })
  useAnchored({ open: true, anchor, floating: panel, sameWidth: true, onClose })
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  }, [])
  useEffect(() => {
    panel.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  // Keys go to the element with the focus: the search field, or the list where there is none.
  const focused = { onKeyDown, 'data-first-focus': true, 'aria-activedescendant': `${id}-${at}` }
  return (
    <div ref={panel} popover="manual" className={classNames(floatingClass, 'flex-col open:flex')}>
      {searchable && (
        <input
          {...focused}
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          placeholder={words.search}
          aria-label={words.search}
          value={sought}
          onChange={(event) => seek(event.currentTarget.value)}
          className={classNames(controlClass, 'mb-1 shrink-0')}
        />
      )}
      <div
        role="listbox"
        id={listId}
        aria-label={name}
        {...(searchable ? {} : { ...focused, tabIndex: 0 })}
        className="min-h-0 overflow-y-auto outline-none"
      >
        {shown.map((option, index) => (
          <OptionRow
            key={option.value}
            id={`${id}-${index}`}
            index={index}
            option={option}
            isAt={index === at}
            isChosen={option.value === value}
            onAt={setAt}
            onChoose={onChoose}
          />
        ))}
        {shown.length === 0 && <p className="px-2.5 py-2 text-14 text-ink-3">{words.nothingFound}</p>}
      </div>
    </div>
  )
}

interface OptionRowProps<T extends string> {
  readonly id: string
  readonly index: number
  readonly option: SelectOption<T>
  /** The keyboard is on it. */
  readonly isAt: boolean
  readonly isChosen: boolean
  readonly onAt: (index: number) => void
  readonly onChoose: (value: T) => void
}

function OptionRow<T extends string>({
  id,
  index,
  option,
  isAt,
  isChosen,
  onAt,
  onChoose,
}: OptionRowProps<T>) {
  return (
    <div
      id={id}
      data-at={index}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onPointerMove={() => onAt(index)}
      onPointerUp={() => onChoose(option.value)}
      className={classNames(
        'tap flex cursor-pointer items-center gap-2.5 rounded-s px-2.5 py-1.5 text-14',
        isAt && 'bg-sunken',
      )}
    >
      {option.mark}
      <span className="min-w-0 flex-1">{option.label}</span>
      <Check aria-hidden className={classNames('size-4 text-accent', !isChosen && 'invisible')} />
    </div>
  )
}

interface OptionsProps<T extends string>
  extends Pick<OptionListProps<T>, 'options' | 'value' | 'onChoose' | 'searchable'> {
  readonly onLeave: () => void
}

/** Options that fit what is sought, the one that the keyboard is on, and the keys of a native select. */
function useOptions<T extends string>({ options, value, searchable, onChoose, onLeave }: OptionsProps<T>) {
  const [sought, setSought] = useState('')
  const shown = useMemo(() => {
    const text = sought.trim().toLocaleLowerCase()
    return text === '' ? options : options.filter((option) => option.label.toLocaleLowerCase().includes(text))
  }, [options, sought])
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const type = useTypeAhead(options, setAt)
  const chooseAt = () => {
    const option = shown[at]
    if (option !== undefined) onChoose(option.value)
  }
  const go = (to: number) => setAt(Math.max(0, Math.min(to, shown.length - 1)))
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    Home: () => go(0),
    End: () => go(shown.length - 1),
    Enter: chooseAt,
    ...(searchable ? {} : { ' ': chooseAt }),
    Escape: onLeave,
    Tab: onLeave,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined) {
      if (!searchable) type(event.key)
      return
    }
    act()
    event.preventDefault()
    event.stopPropagation()
  }
  const seek = (text: string) => {
    setSought(text)
    setAt(0)
  }
  return { sought, seek, shown, at, setAt, onKeyDown }
}

const typeAheadMs = 700

function useTypeAhead(options: readonly SelectOption<string>[], setAt: (at: number) => void) {
  const typed = useRef({ text: '', at: 0 })
  return (key: string) => {
    if (key.length !== 1) return
    const now = performance.now()
    const text = (now - typed.current.at < typeAheadMs ? typed.current.text : '') + key.toLocaleLowerCase()
    typed.current = { text, at: now }
    const found = options.findIndex((option) => option.label.toLocaleLowerCase().startsWith(text))
    if (found >= 0) setAt(found)
  }
}
