/* The one function that Rust's standard library takes from bcryptprimitives.dll, which Wine 8 does not have. Beside the
   tests it stands in for it: `just test-windows`. */
unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);
__declspec(dllexport) int ProcessPrng(unsigned char *buffer, unsigned long long length) {
    return SystemFunction036(buffer, (unsigned long)length);
}
