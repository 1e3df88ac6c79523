import { Badge } from '@candor/ui/feedback.tsx'
import { Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import { useMe } from './me.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { SsoCard } from './sso-card.tsx'
import { WorkMailCard } from './work-mail-card.tsx'

/** The operator's own account and sessions; anything suspicious is to be reported to an admin. */
export function MePage() {
  const me = useMe()
  return (
    <div className="p-6">
      <PageHead
        title={me.email}
        text={`Your role is ${me.role}. Check your recent sign-ins and report any you do not recognise to an admin.`}
      >
        <CsvButton name="sign-ins" rows={() => rowsOf(me.signIns)} />
      </PageHead>
      <div className="mb-5 flex flex-col gap-5">
        <CredentialsCard />
        <PasskeysCard />
        <SsoCard />
        <WorkMailCard />
      </div>
      <Card flush>
        <Table
          label="Recent sign-ins"
          rows={me.signIns}
          rowKey={(row) => row.at}
          columns={[
            {
              key: 'at',
              title: 'Time',
              // On a tablet a column of its own would be cut off.
              cell: (row) => (
                <span className="flex flex-col items-start gap-1">
                  <span className="figures">{momentOf(row.at)}</span>
                  {row.here && <Badge tone="accent">this session</Badge>}
                </span>
              ),
            },
            { key: 'address', title: 'From', cell: (row) => row.address },
            { key: 'device', title: 'Browser', cell: (row) => row.device },
          ]}
        />
      </Card>
    </div>
  )
}

const rowsOf = (signIns: ReturnType<typeof useMe>['signIns']) => [
  ['at', 'address', 'browser', 'this session'],
  ...signIns.map((one) => [one.at, one.address, one.device, one.here ? 'yes' : 'no']),
]
