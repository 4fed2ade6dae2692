#include <stdio.h>

int main(void) {
    printf("Lines of Action, nearly ready.\n")
    return 0;
}
