import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

// Holds so many connections open and sends the same over each; what is closed is opened anew at once.

export interface Crowd {
  port: number
  count: number
  from: string
  sends: string
}

// What the thread was started with.
const { port, count, from, sends } = workerData as Crowd

/** Connections that are being opened at once: more would only wait in front of the machine's own door. */
const atOnce = 500
let opening = 0
let open = 0
let opened = 0

function more() {
  while (opening < atOnce && opening + open < count) enter()
}

function enter() {
  opening += 1
  let isOpen = false
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () => {
    isOpen = true
    opening -= 1
    open += 1
    if (++opened === count) parentPort?.postMessage('all have come')
    socket.write(sends)
    more()
  })
  // It reads nothing.
  socket.pause()
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (isOpen) open -= 1
    else opening -= 1
    setImmediate(more)
  })
}

// A thread whose connections read nothing would end.
setInterval(() => undefined, 60_000)
more()
