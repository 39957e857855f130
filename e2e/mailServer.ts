import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** Starts an SMTP server that accepts every mail, or rejects each with `refusal`, a code and text. */
export async function startMailServer() {
  const received: string[] = []
  const reply: { refusal?: string } = {}
  const server = createServer((socket) => {
    const answer = (line: string) => socket.write(`${line}\r\n`)
    let mail: string[] | undefined
    socket.on('error', () => undefined)
    answer('220 correo de prueba')
    createInterface({ input: socket }).on('line', (line) => {
      if (mail && line !== '.') return void mail.push(line)
      if (mail) {
        if (!reply.refusal) received.push(mail.join('\n'))
        mail = undefined
        return answer(reply.refusal ?? '250 tomado')
      }
      if (/^DATA/i.test(line)) mail = []
      answer(mail ? '354 adelante' : /^QUIT/i.test(line) ? '221 adiós' : '250 bien')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (refusal: string | undefined) => {
      if (refusal === undefined) delete reply.refusal
      else reply.refusal = refusal
    },
    close: () => void server.close(),
  }
}
