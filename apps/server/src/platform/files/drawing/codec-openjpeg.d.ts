/** The few of the decoder's functions that are used (OpenJPEG as WebAssembly, which brings no types). */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  export interface FrameInfo {
    readonly width: number
    readonly height: number
    readonly bitsPerSample: number
    readonly componentCount: number
    readonly isSigned: boolean
  }

  export interface Decoder {
    getEncodedBuffer(length: number): Uint8Array
    getDecodedBuffer(): Uint8Array
    decodeSubResolution(level: number, layer: number): void
    getFrameInfo(): FrameInfo
    getColorSpace(): number
  }

  export default function open(
    settings: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly J2KDecoder: new () => Decoder }>
}
