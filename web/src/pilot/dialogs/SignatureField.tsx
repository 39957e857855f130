import { useEffect, useRef } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { Button } from '../../ui/Button.tsx'

/** Black on white in both themes, because the picture is printed. */
const paperColor = 'rgb(255,255,255)'

export interface DrawnSignature {
  /** Resolves with null if the browser cannot encode it. */
  toPng: () => Promise<Blob | null>
  strokes: PointGroup[]
}

interface Props {
  initialStrokes: PointGroup[] | undefined
  /** Null after clearing. */
  onDrawn: (drawn: DrawnSignature | null) => void
}

export function SignatureField({ initialStrokes, onDrawn }: Props) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    // Twice the size: sharp enough for print, far below 100 kB.
    canvas.width = canvas.offsetWidth * 2
    canvas.height = canvas.offsetHeight * 2
    canvas.getContext('2d')?.scale(2, 2)
    const signaturePad = new SignaturePad(canvas, {
      backgroundColor: paperColor,
      penColor: '#000',
      minWidth: 1,
      maxWidth: 3,
    })
    pad.current = signaturePad
    const notify = () =>
      onDrawn({
        toPng: () => new Promise((resolve) => canvas.toBlob(resolve, 'image/png')),
        strokes: signaturePad.toData(),
      })
    if (initialStrokes) {
      signaturePad.fromData(initialStrokes)
      notify()
    }
    signaturePad.addEventListener('endStroke', notify)
    return () => signaturePad.off()
  }, [initialStrokes, onDrawn])
  const clearSignature = () => {
    pad.current?.clear()
    onDrawn(null)
  }
  return (
    <div className="grid gap-2">
      <p className="flex items-center justify-between font-semibold">
        Firma
        <Button look="quiet" onClick={clearSignature}>
          Borrar
        </Button>
      </p>
      <canvas
        ref={canvasRef}
        role="img"
        aria-label="Firma de quien recibe"
        style={{ height: 160 }}
        className="w-full rounded-ui border border-field"
      />
    </div>
  )
}
