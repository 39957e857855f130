import { manual } from 'virtual:manual/piloto'
import { InfoDialog } from '../InfoDialog.tsx'
import '../../shell/manual.css'

export const AyudaDialog = ({ onClose }: { onClose: () => void }) => (
  <InfoDialog fromTop title="Ayuda" onClose={onClose}>
    <div className="manual mt-4">{manual}</div>
  </InfoDialog>
)
