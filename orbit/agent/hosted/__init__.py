"""What a request with a hosted model needs beside the loop: limits, patience, thrift, a way on."""
