import {
  ChainChoice,
  type ChoicesProps,
  KindChoice,
  SortChoice,
  StatusChoice,
  VerifiedChoice,
} from './market-choices.tsx'

/** On a desktop all choices are in one line. */
export function MarketBar(props: ChoicesProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <StatusChoice {...props} />
      <KindChoice {...props} />
      <VerifiedChoice {...props} />
      <div className="ms-auto flex flex-wrap gap-3">
        <div className="w-44">
          <ChainChoice {...props} />
        </div>
        <div className="w-56">
          <SortChoice {...props} />
        </div>
      </div>
    </div>
  )
}
