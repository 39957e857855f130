import { calls } from '@flota/contract/core/calls.ts'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePermission } from '../../../api/session.ts'
import { OwnPasswordDialog } from '../../../shell/OwnPasswordDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { CorreoCard } from './CorreoCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SesionesList } from './SesionesList.tsx'

/** The user's own settings. Printing the page prints only the recovery codes. */
export function MiCuentaPage() {
  const may = usePermission()
  return (
    <>
      <PageHeading title="Mi cuenta" />
      <div className="grid gap-8">
        <PasswordSection />
        <SecondFactorCard />
        <div className="grid gap-8 print:hidden">
          {may(calls['GET /api/auth/correo']) && <CorreoCard />}
          <SesionesList />
        </div>
      </div>
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6 print:hidden">
    <h2 className="mb-2 text-xl font-bold tracking-tight">{title}</h2>
    {children}
  </section>
)

function PasswordSection() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section title="Contraseña">
      <p className="mb-4 text-muted">Al cambiarla se cierran tus demás sesiones.</p>
      <Button onClick={() => setIsOpen(true)}>
        <KeyRound aria-hidden="true" className="size-5" />
        Cambiar contraseña
      </Button>
      {isOpen && <OwnPasswordDialog onClose={() => setIsOpen(false)} />}
    </Section>
  )
}
